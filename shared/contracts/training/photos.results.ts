import { z } from 'zod'
import { lineStates } from './photos.contract.ts'

/** Left, top, right, bottom in ten-thousandths of the page. */
export const photoBox = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type PhotoBox = z.output<typeof photoBox>

/** A line that was recognised in a picture. `head` and `row` belong to the table of that number. */
export const photoLine = z.object({
  position: z.number(),
  page: z.number(),
  kind: z.enum(['text', 'head', 'heading', 'row']),
  table: z.number().nullable(),
  /** as it was recognised */
  cells: z.array(z.string()),
  /** what a person made of it */
  said: z.array(z.string()).nullable(),
  box: photoBox,
  /** of each cell; null where it is empty */
  cell_boxes: z.array(photoBox.nullable()),
  /** of its least sure word, 0 to 100 */
  confidence: z.number(),
  /** nothing of it is said before somebody has looked at it */
  needs_look: z.boolean(),
  state: z.enum(lineStates),
})
export type PhotoLine = z.output<typeof photoLine>

/** `GET /api/v1/sources/:id/lines`. `reading` names what was recognised: a new file of the source is another one. */
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
