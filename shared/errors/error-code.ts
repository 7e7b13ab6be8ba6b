import { z } from 'zod'
import { errorCatalogue, type ErrorCode } from '../errors.ts'

/** Only for contracts of answers: one that a screen reads would bundle the catalogue. */
export const errorCode = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]])
