import type { FileType } from '#shared/contracts/training.contract.ts'
import { docx } from './extract/docx.ts'
import type { Extractor } from './extract/extractor.ts'
import { pdf } from './extract/pdf.ts'
import { txt } from './extract/txt.ts'

/** Every kind of file that can be read. A new kind: one file in `extract/`, one line here, its signature in `file-type.ts`. */
export const extractors: Record<FileType, Extractor> = { pdf, docx, txt }
