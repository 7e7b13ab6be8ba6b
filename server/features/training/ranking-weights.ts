import type { passageFeatures, unitFeatures } from './candidates.ts'

type Weights = {
  passage: Record<(typeof passageFeatures)[number], number>
  unit: Record<(typeof unitFeatures)[number] | 'rank', number>
}

/** Learned by benchmarks/learn-ranking.ts from the development sets; not edited by hand. */
export const rankingWeights: Record<'vi' | 'en', Weights> = {
  vi: {
    passage: {
      score: 5.054,
      plainScore: 2.421,
      pairs: 2.984,
      run: 3.555,
      bestUnit: 1.916,
      bestWindow: 1.802,
      grams: 0.986,
      heading: 8.282,
      type: 0.523,
      context: 6.532,
      length: 0.031,
      foreign: 0.194,
      foreignCover: -1.362,
      foreignScore: 4.802,
    },
    unit: {
      rank: 0.746,
      cover: 3.181,
      withHeading: 5.107,
      window: 0.213,
      pairs: 2.209,
      nearPairs: -0.223,
      run: 1.944,
      accents: -0.226,
      grams: 0.08,
      rare: -1.692,
      type: 1.697,
      novel: -0.928,
      length: -0.98,
      first: 0.303,
      row: 0.414,
      before: 0.427,
      context: 2.472,
    },
  },
  en: {
    passage: {
      score: 5.193,
      plainScore: -0.258,
      pairs: 3.236,
      run: 2.451,
      bestUnit: 4.417,
      bestWindow: 3.052,
      grams: 2.565,
      heading: 8.957,
      type: 1.14,
      context: 7.019,
      length: -0.012,
      foreign: 0.087,
      foreignCover: 5.921,
      foreignScore: -0.818,
    },
    unit: {
      rank: 0.75,
      cover: 2.372,
      withHeading: 5.29,
      window: 0.486,
      pairs: 0.709,
      nearPairs: -1.194,
      run: 0.627,
      accents: 0.551,
      grams: 0.906,
      rare: 0.063,
      type: 1.639,
      novel: -1.165,
      length: -0.149,
      first: 0.299,
      row: 0.331,
      before: 0.923,
      context: 2.712,
    },
  },
}
