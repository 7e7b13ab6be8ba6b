import { z } from 'zod'
import { lineStates } from './photos.contract.ts'

/** Left, top, right, bottom in ten-thousandths of the page. */
export const photoBox = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type PhotoBox = z.output<typeof photoBox>

/** `head` and `row`: by table number. */
export const photoLine = z.object({
  position: z.number(),
  page: z.number(),
  kind: z.enum(['text', 'head', 'heading', 'row']),
  table: z.number().nullable(),
  cells: z.array(z.string()),
  /** a person's correction */
  said: z.array(z.string()).nullable(),
  box: photoBox,
  /** per cell; null if empty */
  cell_boxes: z.array(photoBox.nullable()),
  /** of its least certain word, 0 to 100 */
  confidence: z.number(),
  /** not used before a person has checked it */
  needs_review: z.boolean(),
  state: z.enum(lineStates),
})
export type PhotoLine = z.output<typeof photoLine>

/** A new file gets another `reading`. */
export const photoLines = z.object({
  reading: z.number().nullable(),
  pages: z.array(
    z.object({
      page: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  lines: z.array(photoLine),
})
export type PhotoLines = z.output<typeof photoLines>

export const linesLeft = z.object({
  lines_open: z.number(),
})
export type LinesLeft = z.output<typeof linesLeft>
