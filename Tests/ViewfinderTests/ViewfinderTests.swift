// ViewfinderTests
