import type { Tree, Trees } from '#server/answering/judging/trees.ts'
import { logistic } from './fit.ts'

/** Boosted trees with logistic loss, small and deterministic. */

export type Example = { values: Float64Array; right: boolean; weight: number }
type Settings = { trees: number; depth: number; rate: number; shrink: number; minWeight: number; share: number }

const bins = 24

/** @param signs 1: confidence may only rise with the measure; -1: only fall; 0: free */
export function fitTrees(
  examples: readonly Example[],
  size: number,
  settings: Settings,
  signs?: readonly number[],
): Trees {
  const edges = Array.from({ length: size }, (_, at) => edgesOf(examples, at))
  const binned = Array.from({ length: size }, (_, at) =>
    Uint8Array.from(examples, ({ values }) => binOf(edges[at]!, values[at]!)),
  )
  const all = examples.reduce((sum, { weight }) => sum + weight, 0)
  const share = examples.reduce((sum, { weight, right }) => sum + (right ? weight : 0), 0) / all
  const start = Math.log(share / (1 - share))
  const sums = new Float64Array(examples.length).fill(start)
  const trees: Tree[] = []
  const slope = new Float64Array(examples.length)
  const bend = new Float64Array(examples.length)
  for (let round = 0; round < settings.trees; round++) {
    examples.forEach(({ right, weight }, i) => {
      const p = logistic(sums[i]!)
      slope[i] = weight * (Number(right) - p)
      bend[i] = weight * Math.max(p * (1 - p), 1e-6)
    })
    const looked = Array.from({ length: size }, (_, at) => at).filter(at => hash(round * 7919 + at) < settings.share)
    const rows = Int32Array.from(examples.keys()).filter(i => hash(round * 104_729 + i * 31) < 0.7)
    const tree = grow(rows, settings.depth)
    trees.push(tree)
    examples.forEach((_, i) => {
      let node = tree
      while ('at' in node) node = binned[node.at]![i]! <= node.bin! ? node.low : node.high
      sums[i]! += node.value
    })

    function grow(own: Int32Array, depth: number): Tree & { bin?: number } {
      let g = 0
      let h = 0
      for (const i of own) {
        g += slope[i]!
        h += bend[i]!
      }
      const leaf = { value: round4((settings.rate * g) / (h + settings.shrink)) }
      if (depth === 0) return leaf
      let best = { gain: 1e-3, at: -1, bin: 0 }
      for (const at of looked) {
        const column = binned[at]!
        const sumG = new Float64Array(bins + 1)
        const sumH = new Float64Array(bins + 1)
        for (const i of own) {
          sumG[column[i]!]! += slope[i]!
          sumH[column[i]!]! += bend[i]!
        }
        let lowG = 0
        let lowH = 0
        for (let bin = 0; bin < edges[at]!.length; bin++) {
          lowG += sumG[bin]!
          lowH += sumH[bin]!
          const highH = h - lowH
          if (lowH < settings.minWeight || highH < settings.minWeight) continue
          const low = lowG / (lowH + settings.shrink)
          const high = (g - lowG) / (highH + settings.shrink)
          const sign = signs?.[at] ?? 0
          if (sign * (high - low) < 0) continue
          const gain =
            (lowG * lowG) / (lowH + settings.shrink) +
            ((g - lowG) * (g - lowG)) / (highH + settings.shrink) -
            (g * g) / (h + settings.shrink)
          if (gain > best.gain) best = { gain, at, bin }
        }
      }
      if (best.at < 0) return leaf
      const column = binned[best.at]!
      return {
        at: best.at,
        bin: best.bin,
        threshold: edges[best.at]![best.bin]!,
        low: grow(
          own.filter(i => column[i]! <= best.bin),
          depth - 1,
        ),
        high: grow(
          own.filter(i => column[i]! > best.bin),
          depth - 1,
        ),
      }
    }
  }
  return { start: round4(start), trees }
}

function hash(value: number): number {
  let x = (value + 0x9e3779b9) | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}

function edgesOf(examples: readonly Example[], at: number): number[] {
  const sorted = Float64Array.from(examples, ({ values }) => values[at]!).sort()
  const different = [...new Set(sorted)]
  const cuts =
    different.length <= bins
      ? different.slice(0, -1)
      : [...new Set(Array.from({ length: bins - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / bins)]!))]
  return cuts.filter(cut => cut < different.at(-1)!).map(round4)
}

function binOf(edges: readonly number[], value: number): number {
  let bin = 0
  while (bin < edges.length && value > edges[bin]!) bin++
  return bin
}

const round4 = (value: number): number => Math.round(value * 1e4) / 1e4
