import { z } from 'zod'
import { maxQuestionLength, maxWordings } from '#shared/contracts/training/training.contract.ts'

/** Other ways to ask a question, those that a person keeps. */
export const acceptedWordings = z.array(z.string().max(maxQuestionLength)).max(maxWordings).default([])
