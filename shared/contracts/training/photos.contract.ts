import { z } from 'zod'

/** Characters. */
export const maxCellLength = 200
export const maxDecided = 600

/** 0 to 100: a line below was read with doubt, and is taken as right only by itself, as is every line of a page with many such. */
export const sureFrom = 70

export const lineStates = ['open', 'right', 'changed', 'dropped'] as const
export type LineState = (typeof lineStates)[number]

/** Lines of another `reading` are refused: the picture has changed. */
export const decidedLines = z.object({
  reading: z.int().min(1),
  lines: z
    .array(
      z.object({
        position: z.int().min(0),
        state: z.enum(lineStates),
        /** as many as the line has */
        cells: z.array(z.string().max(maxCellLength)).max(20).optional(),
        /** What stood there when this was decided: refused if somebody else has decided otherwise since. */
        seen: z
          .object({ state: z.enum(lineStates), cells: z.array(z.string().max(maxCellLength)).max(20).optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(maxDecided),
})
