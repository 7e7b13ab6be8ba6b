import { StartError } from '#platform/errors.ts'

type Values = Record<string, string | number>

/** Its code, then a line in each language. */
export function refuseInBoth(code: string, texts: [en: string, vi: string], values: Values): StartError {
  const filled = texts.map(text => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')))
  return new StartError([code, ...filled].join('\n'))
}
