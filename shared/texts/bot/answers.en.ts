import type { answersVi } from './answers.vi.ts'

export const answersEn: Record<keyof typeof answersVi, string> = {
  sureOf: '{words} ({petals}/5)',
  sure0: 'not sure at all',
  sure1: 'hardly sure',
  sure2: 'not sure',
  sure3: 'somewhat sure',
  sure4: 'fairly sure',
  sure5: 'very sure',
  page: 'page {page}',
}
