import { RestError } from './rest-error.ts'

export type MediaType = { type: string; single: boolean; nullsStripped: boolean }

/** What the caller accepts, of what is offered. @throws PGRST107 when that is nothing */
export function readMediaType(accept: string | undefined): MediaType {
  const wanted = (accept || '*/*').split(',').map(part => part.trim().toLowerCase())
  for (const item of wanted) {
    const [name = '', ...options] = item.split(';').map(part => part.trim())
    const nullsStripped = options.includes('nulls=stripped')
    const single = name === 'application/vnd.pgrst.object+json' || name === 'application/vnd.pgrst.object'
    const list = name === 'application/vnd.pgrst.array+json' || name === 'application/vnd.pgrst.array'
    if (single)
      return {
        type: `application/vnd.pgrst.object+json${nullsStripped ? ';nulls=stripped' : ''}`,
        single,
        nullsStripped,
      }
    if (list)
      return {
        type: `application/vnd.pgrst.array+json${nullsStripped ? ';nulls=stripped' : ''}`,
        single,
        nullsStripped,
      }
    if (['*/*', 'application/*', 'application/json'].includes(name))
      return { type: 'application/json', single: false, nullsStripped: false }
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${wanted.join(', ')}`)
}
