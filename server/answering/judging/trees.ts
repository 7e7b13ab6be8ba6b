export type Tree = { value: number } | { at: number; threshold: number; low: Tree; high: Tree }
export type Trees = { start: number; trees: readonly Tree[] }

/** @param values in the trees' order of measures */
export function sumOfTrees({ start, trees }: Trees, values: ArrayLike<number>): number {
  let sum = start
  for (const tree of trees) {
    let node = tree
    while ('at' in node) node = values[node.at]! <= node.threshold ? node.low : node.high
    sum += node.value
  }
  return sum
}

/** One line per tree: "12<0.5", then low and high, or a leaf's number. */
export function writeTrees(trees: readonly Tree[]): string {
  const write = (tree: Tree): string =>
    'at' in tree ? `${tree.at}<${tree.threshold} ${write(tree.low)} ${write(tree.high)}` : String(tree.value)
  return trees.map(write).join('\n')
}

export function readTrees(text: string): Tree[] {
  return text
    .trim()
    .split('\n')
    .map(line => {
      const parts = line.split(' ')
      let next = 0
      const read = (): Tree => {
        const [at = '', threshold] = parts[next++]!.split('<')
        return threshold === undefined
          ? { value: Number(at) }
          : { at: Number(at), threshold: Number(threshold), low: read(), high: read() }
      }
      return read()
    })
}
