import { z } from 'zod'

export const flag = z.enum(['on', 'off']).transform(value => value === 'on')
/** The operator contract writes 1 for this one. */
export const zaloFlag = z.enum(['on', 'off', '1', '0']).transform(value => value === 'on' || value === '1')
export const list = z.string().transform(value =>
  value
    .split(',')
    .map(name => name.trim())
    .filter(Boolean),
)
export const whole = z.coerce.number().int()
export const port = whole.min(0).max(65_535)
export const patience = z.coerce.number().min(0.1).max(120)
export const address = z.url({ protocol: /^https?$/ }).transform(value => value.replace(/\/+$/, ''))
export const hoursOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
  .transform(value => ({ from: value.slice(0, 5), to: value.slice(6) }))
  .refine(({ from, to }) => from < to)
