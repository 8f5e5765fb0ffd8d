// LinuxIOTests
