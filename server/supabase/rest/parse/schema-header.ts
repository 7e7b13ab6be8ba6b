import { RestError } from '../rest-error.ts'

/** `public` alone is shown. @throws PGRST106 for another name in Accept-Profile or Content-Profile */
export function onlyPublic(profile: string | string[] | undefined): void {
  if (profile === undefined || profile === 'public') return
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${textOf(profile)}`,
    null,
    'Only the following schemas are exposed: public',
  )
}

export function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
