import { RestError } from '../rest-error.ts'

export type MediaType = { type: string; format: 'json' | 'csv'; single: boolean; nullsStripped: boolean }

export function readMediaType(accept: string | undefined): MediaType {
  const wanted = (accept || '*/*').split(',').map(part => part.trim().toLowerCase())
  for (const item of wanted) {
    const [name = '', ...options] = item.split(';').map(part => part.trim())
    const form = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?$/.exec(name)?.[1]
    if (form) {
      const nullsStripped = options.includes('nulls=stripped')
      const type = `application/vnd.pgrst.${form}+json${nullsStripped ? ';nulls=stripped' : ''}`
      return { type, format: 'json', single: form === 'object', nullsStripped }
    }
    if (name === 'text/csv') return { type: name, format: 'csv', single: false, nullsStripped: false }
    if (['*/*', 'application/*', 'application/json'].includes(name))
      return { type: 'application/json', format: 'json', single: false, nullsStripped: false }
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${wanted.join(', ')}`)
}
