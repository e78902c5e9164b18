import Glibc

/// The sine, for tests that import nothing but this module.
public func sine(_ radians: Double) -> Double { sin(radians) }
/// The cosine, for tests that import nothing but this module.
public func cosine(_ radians: Double) -> Double { cos(radians) }
