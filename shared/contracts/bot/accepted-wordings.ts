import { z } from 'zod'
import { maxQuestionLength, maxWordings } from '#shared/contracts/training/training.contract.ts'

export const acceptedWordings = z.array(z.string().max(maxQuestionLength)).max(maxWordings).default([])
