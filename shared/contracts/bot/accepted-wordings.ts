import { z } from 'zod'
import { longestQuestion, maxWordings } from '#shared/contracts/training/training.contract.ts'

/** Other ways to ask a question, those that a person keeps. */
export const acceptedWordings = z.array(z.string().max(longestQuestion)).max(maxWordings).default([])
