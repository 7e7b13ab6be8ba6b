import { z } from 'zod'

/** Characters of one cell. */
export const maxCellLength = 200
/** Lines that are decided at once. */
export const maxDecided = 600

export const lineStates = ['open', 'right', 'changed', 'dropped'] as const
export type LineState = (typeof lineStates)[number]

/** `PATCH /api/v1/sources/:id/lines` → what is still open. Lines of another reading are refused: somebody looked at an older picture. */
export const decidedLines = z.object({
  reading: z.int().min(1),
  lines: z
    .array(
      z.object({
        position: z.int().min(0),
        state: z.enum(lineStates),
        /** with `changed`: as many as the line has */
        cells: z.array(z.string().max(maxCellLength)).max(20).optional(),
      }),
    )
    .min(1)
    .max(maxDecided),
})
