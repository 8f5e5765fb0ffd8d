// LabTests
