/// Tarjan's algorithm without recursion (R. Tarjan, 1972). O(nodes + arcs).
enum StronglyConnectedComponents {
  /// The number of the component of each node; numbers have no meaning besides being equal.
  ///
  /// - Parameters:
  ///   - firstArc: where each node's arcs begin; one entry more than nodes.
  ///   - target: the node that an arc leads to.
  static func find(count: Int, firstArc: [UInt32], target: (Int) -> UInt32) -> [Int] {
    var component = [Int](repeating: -1, count: count)
    var order = [Int32](repeating: -1, count: count)
    var low = [Int32](repeating: 0, count: count)
    var open: [Int32] = []
    var path: [(node: Int32, arc: UInt32)] = []
    var nextOrder: Int32 = 0
    var nextComponent = 0
    for root in 0..<count where order[root] < 0 {
      path.append((Int32(root), firstArc[root]))
      order[root] = nextOrder
      low[root] = nextOrder
      nextOrder += 1
      open.append(Int32(root))
      while let (node, arc) = path.last {
        let at = Int(node)
        if arc < firstArc[at + 1] {
          path[path.count - 1].arc = arc + 1
          let next = Int(target(Int(arc)))
          if order[next] < 0 {
            order[next] = nextOrder
            low[next] = nextOrder
            nextOrder += 1
            open.append(Int32(next))
            path.append((Int32(next), firstArc[next]))
          } else if component[next] < 0 {
            low[at] = min(low[at], order[next])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last { low[Int(parent.node)] = min(low[Int(parent.node)], low[at]) }
        if low[at] == order[at] {
          while let top = open.popLast() {
            component[Int(top)] = nextComponent
            if top == node { break }
          }
          nextComponent += 1
        }
      }
    }
    return component
  }
}
