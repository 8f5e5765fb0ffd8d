import CVulkan
import LinuxIO
import TestSupport
import Testing
import VulkanCore

@Suite struct VulkanErrorTests {
    @Test func successAndAcceptedResultsAreReturned() throws {
        #expect(try check("vkCall") { VK_SUCCESS } == VK_SUCCESS)
        #expect(try check("vkCall", accepting: [VK_TIMEOUT]) { VK_TIMEOUT } == VK_TIMEOUT)
    }

    @Test func everyOtherResultNamesCallResultAndRemedy() {
        let kinds: [(VkResult, VulkanError.Kind, String)] = [
            (VK_ERROR_INCOMPATIBLE_DRIVER, .other, "--device"),
            (VK_ERROR_INITIALIZATION_FAILED, .other, "--device"),
            (VK_ERROR_DEVICE_LOST, .deviceLost, "--device"),
            (VK_TIMEOUT, .deviceLost, "--device"),
            (VK_ERROR_OUT_OF_DEVICE_MEMORY, .outOfMemory, "close other programs"),
            (VK_ERROR_OUT_OF_HOST_MEMORY, .outOfMemory, "close other programs"),
            (VK_ERROR_SURFACE_LOST_KHR, .surfaceLost, "compositor"),
            (VK_ERROR_LAYER_NOT_PRESENT, .unsupported, "apt install vulkan-validationlayers"),
            (VK_ERROR_EXTENSION_NOT_PRESENT, .unsupported, "--device"),
            (VkResult(-12345), .other, "--device"),
        ]
        for (result, kind, remedy) in kinds {
            do throws(VulkanError) {
                try check("vkCall") { result }
                Issue.record("\(result) was taken for success")
            } catch {
                #expect(error.kind == kind)
                #expect(error.call == "vkCall" && error.description.contains("vkCall"))
                #expect(error.advice.contains(remedy))
                #expect(!error.result.isEmpty && error.description.contains(error.result))
            }
        }
    }

    /// The same results say other things of other calls, for which no driver is to be installed.
    @Test(arguments: [VK_ERROR_INCOMPATIBLE_DRIVER, VK_ERROR_INITIALIZATION_FAILED])
    func onlyALoaderWithoutADriverLacksOne(result: VkResult) {
        for call in ["vkCreateInstance", "vkEnumeratePhysicalDevices"] {
            let error = VulkanError(call: call, result: result)
            #expect(error.kind == .noDriver && error.advice == VulkanError.noDriverAdvice)
        }
        let (bare, told) = (VulkanError.noDriver([:]), VulkanError.noDriver(["VK_DRIVER_FILES": ""]))
        #expect(bare.description.contains("apt install mesa-vulkan-drivers"))
        #expect(told.description.contains("VK_DRIVER_FILES") && !told.description.contains("apt install"))
        #expect(VulkanError(call: "vkCreateDevice", result: result).kind == .noDevice)
        for call in ["vkCreateSwapchainKHR", "vkCreateFence", "vkGetDeviceQueue", "vkMapMemory"] {
            let error = VulkanError(call: call, result: result)
            #expect(error.kind == .other && !error.advice.contains("install"), "\(error)")
        }
    }

    @Test(arguments: [VK_ERROR_DEVICE_LOST, VK_ERROR_OUT_OF_DEVICE_MEMORY, VkResult(-12345)])
    func onTheScreenACallsFailureIsTranslatedAndTheDriversWordsAreNot(result: VkResult) {
        let error = VulkanError(call: "vkCall", result: result)
        #expect("\(error.message)" == error.description)
        #expect(error.message.sentence.first?.isUppercase == true)
        PseudoTranslation.inArabic {
            let words = error.message.localized
            #expect(words.contains("(vkCall: \(error.result))"))
            let rest = words.replacing("vkCall", with: "").replacing(error.result, with: "")
            #expect(PseudoTranslation.latinWords(of: rest) == [])
        }
    }

    @Test func aMissingHandleIsAFailure() throws {
        #expect(try made("vkCreate", 7) == 7)
        #expect(throws: VulkanError.self) { try made("vkCreate", Int?.none) }
    }
}
