import type { ExternalPerson } from '../oauth/trade-code.ts'
import type { SsoProblem } from '#shared/contracts/sso/sso.api.ts'
import type { Connection } from './connection.ts'
import { googleIssuer, vouchesWithoutSaying } from './issuers.ts'
import { mailDomainOf } from './mail-domains.ts'

/** Whether this provider may speak for the address: of a proven domain, and vouched for. Undefined: it may. */
export function judge(
  { issuer }: Pick<Connection, 'issuer'>,
  provenDomains: readonly string[],
  { email, emailVerified, claims }: Pick<ExternalPerson, 'email' | 'emailVerified' | 'claims'>,
): SsoProblem | undefined {
  if (email === '') return 'email_missing'
  const isSilent = claims['email_verified'] === undefined && vouchesWithoutSaying(issuer)
  if (!emailVerified && !isSilent) return 'unverified'
  const domain = mailDomainOf(email)
  if (!provenDomains.includes(domain)) return 'domain'
  // Google signs in everybody: a private account may have a shop's address. `hd` is the organisation that runs it.
  if (issuer === googleIssuer && claims['hd'] !== domain) return 'domain'
  return undefined
}
