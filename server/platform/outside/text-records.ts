import { Resolver } from 'node:dns/promises'
import { OutsideError } from './outside-error.ts'

/** TXT records of a name; none where there is no such name. @throws OutsideError where no name server says so */
export type TextRecords = (name: string) => Promise<string[]>

const patience = { timeout: 2000, tries: 2 }
const maxRecords = 100
const maxLength = 1000

/** @param servers `address` or `address:port`; none: those of the system */
export function makeTextRecords(servers: readonly string[]): TextRecords {
  return async name => {
    const resolver = new Resolver(patience)
    if (servers.length > 0) resolver.setServers(servers)
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, maxRecords).map(parts => parts.join('').slice(0, maxLength))
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw new OutsideError('unreachable')
    }
  }
}
