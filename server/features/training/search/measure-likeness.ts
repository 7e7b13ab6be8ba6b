import type { ReadPassage } from './read-passage.ts'
import type { Measure } from './measure-question.ts'
import type { View } from './text-view.ts'
import { weighted } from './match-features.ts'
import type { LikenessToAsked } from './word-likeness.ts'

type UnitLikeness = Record<'likeCover' | 'likeWindow' | 'nearCover' | 'nearWindow', number>
type PassageLikeness = UnitLikeness & Record<'likeUnit' | 'nearUnit', number>

const alike = 0.3
const near = 0.55

/** Extra cover from similar words ("obtained" for "received"). English only, else 0. */
export function measureLikeness(
  measure: Measure,
  read: ReadPassage,
  covers: number[][],
  cover: number[],
): { units: UnitLikeness[]; passage: PassageLikeness } {
  const { likeness } = measure
  const likes = likeness && read.language === 'en' ? read.unitViews.map(view => likenessIn(likeness, view)) : []
  const little = gains(measure, likes, { covers, cover, from: alike })
  const much = gains(measure, likes, { covers, cover, from: near })
  return {
    units: covers.map((_, i) => ({
      likeCover: little.units[i]!,
      likeWindow: little.windows[i]!,
      nearCover: much.units[i]!,
      nearWindow: much.windows[i]!,
    })),
    passage: {
      likeCover: little.whole,
      likeUnit: little.unit,
      likeWindow: little.window,
      nearCover: much.whole,
      nearUnit: much.unit,
      nearWindow: much.window,
    },
  }
}

type Gains = { units: number[]; windows: number[]; whole: number; unit: number; window: number }

function gains(
  measure: Measure,
  likes: Float32Array[],
  { covers, cover, from }: { covers: number[][]; cover: number[]; from: number },
): Gains {
  if (!likes.length) {
    const none = covers.map(() => 0)
    return { units: none, windows: none, whole: 0, unit: 0, window: 0 }
  }
  const above = (value: number): number => Math.max(0, (value - from) / (1 - from))
  const met = covers.map((plain, i) => plain.map((value, at) => Math.max(value, above(likes[i]![at]!))))
  const share = (values: number[]): number => weighted(measure, values)
  const plainUnits = covers.map(share)
  const plainWindows = covers.map((plain, i) => share(highest(plain, covers[i + 1])))
  const units = met.map(share)
  const windows = met.map((own, i) => share(highest(own, met[i + 1])))
  const max = (values: number[]): number => Math.max(0, ...values)
  return {
    units: units.map((value, i) => value - plainUnits[i]!),
    windows: windows.map((value, i) => value - plainWindows[i]!),
    whole: share(met.reduce((a, b) => highest(a, b), cover)) - share(cover),
    unit: max(units) - max(plainUnits),
    window: max(windows) - max(plainWindows),
  }
}

function likenessIn(likeness: LikenessToAsked, view: View): Float32Array {
  const nearest = new Float32Array(likeness.asked.length)
  for (const raw of view.raws) {
    const like = likeness.of(raw)
    if (like) for (let i = 0; i < like.length; i++) if (like[i]! > nearest[i]!) nearest[i] = like[i]!
  }
  return nearest
}

export function highest(a: number[], b: number[] | undefined): number[] {
  return b ? a.map((value, i) => Math.max(value, b[i]!)) : a
}
