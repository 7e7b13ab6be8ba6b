import { z } from 'zod'

/** Characters of one cell. */
export const longestCell = 200
/** Lines that are decided at once. */
export const mostDecided = 600

export const lineStates = ['open', 'right', 'changed', 'dropped'] as const
export type LineState = (typeof lineStates)[number]

/** Left, top, right, bottom in ten-thousandths of the page. */
export type PhotoBox = [number, number, number, number]

/** A line that was recognised in a picture. `head` and `row` belong to the table of that number. */
export type PhotoLine = {
  position: number
  page: number
  kind: 'heading' | 'text' | 'head' | 'row'
  table: number | null
  /** as it was recognised */
  cells: string[]
  /** what a person made of it */
  said: string[] | null
  box: PhotoBox
  /** of each cell; null where it is empty */
  cell_boxes: (PhotoBox | null)[]
  /** of its least sure word, 0 to 100 */
  confidence: number
  /** nothing of it is said before somebody has looked at it */
  needs_look: boolean
  state: LineState
}

/** `GET /api/v1/sources/:id/lines`. `reading` names what was recognised: a new file of the source is another one. */
export type PhotoLines = {
  reading: number | null
  pages: { page: number; width: number; height: number }[]
  lines: PhotoLine[]
}

/** `PATCH /api/v1/sources/:id/lines` → what is still open. Lines of another reading are refused: somebody looked at an older picture. */
export const decidedLines = z.object({
  reading: z.int().min(1),
  lines: z
    .array(
      z.object({
        position: z.int().min(0),
        state: z.enum(lineStates),
        /** with `changed`: as many as the line has */
        cells: z.array(z.string().max(longestCell)).max(20).optional(),
      }),
    )
    .min(1)
    .max(mostDecided),
})
export type LinesLeft = { lines_open: number }
