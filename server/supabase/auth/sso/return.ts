import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { buildRedirect, sessionFragment } from '../email-links/build-redirect.ts'
import { secretsOf } from '../oauth/flow-states.ts'
import { clientAt } from '../oauth/issuer.ts'
import { type ExternalPerson, tradeCode } from '../oauth/trade-code.ts'
import { AuthFailure } from '../auth-error.ts'
import { sessionAnswer } from '../sessions/open-session.ts'
import { addresses } from '#shared/addresses.ts'
import type { SsoProblem } from '#shared/contracts/sso/sso.api.ts'
import { admit, provenDomains } from './admit.ts'
import { providerOf, readConnection, returnAddress, type Trial } from './connection.ts'
import { type Flow, takeFlow } from './flows.ts'
import { judge } from './judge-claims.ts'

const field = z.string().max(4096).catch('')
const answer = z.object({ code: field, state: field, error: field, iss: field })
type Answer = z.output<typeof answer>

/** @returns where the browser goes on: signed in, or with the reason */
export async function returnFromProvider(platform: Platform, request: FastifyRequest, id: string): Promise<string> {
  const given = answer.parse(request.query)
  const flow = isUuid(id) ? await takeFlow(platform, request, { id, state: given.state }) : undefined
  if (!flow) return explained(platform, 'over')
  const person = await personOf(platform, id, flow, given)
  if (flow.isTrial) {
    await saveTrial(platform, flow, person)
    return `${platform.config.publicUrl}${addresses.team}?sso=tried`
  }
  if (typeof person === 'string') return explained(platform, person)
  const opened = await admit(platform, flow, person, request)
  if (typeof opened === 'string') return explained(platform, opened)
  const session = await sessionAnswer(platform, opened)
  return buildRedirect(home(platform), { fragment: sessionFragment(session) })
}

export function explained(platform: Platform, problem: SsoProblem): string {
  const facts = { error: 'access_denied', error_code: `sso_${problem}` }
  return buildRedirect(home(platform), { query: facts, fragment: { ...facts, sb: '' } })
}

function home({ config }: Platform): string {
  return config.publicUrl + addresses.auth
}

async function personOf(
  platform: Platform,
  id: string,
  { workspaceId, version }: Flow,
  given: Answer,
): Promise<ExternalPerson | SsoProblem> {
  const provider = await platform.db.asService(workspaceId, async tx => {
    const connection = await readConnection(tx, { workspaceId })
    return connection?.version === version ? providerOf(platform, tx, connection) : undefined
  })
  if (!provider) return 'off'
  if (given.error !== '') return given.error === 'access_denied' ? 'refused' : 'failed'
  if (given.code === '') return 'failed'
  try {
    // A provider that names itself must be the one that was asked.
    const issuer = given.iss === '' ? '' : (await clientAt(platform, provider)).serverMetadata().issuer
    if (given.iss !== issuer) return 'failed'
    const address = new URL(returnAddress(platform.config, id))
    for (const [name, value] of Object.entries(given)) if (value !== '') address.searchParams.set(name, value)
    const { person } = await tradeCode(platform, provider, {
      address,
      state: given.state,
      ...secretsOf(platform, given.state),
    })
    return person
  } catch (error) {
    if (!(error instanceof AuthFailure)) platform.log.warn({ error }, 'A workspace’s provider could not be used')
    return 'failed'
  }
}

const shownClaims = ['iss', 'sub', 'email', 'email_verified', 'name', 'hd', 'tid'] as const

async function saveTrial(
  platform: Platform,
  { workspaceId, version }: Flow,
  person: ExternalPerson | SsoProblem,
): Promise<void> {
  await platform.db.asService(workspaceId, async tx => {
    const connection = await readConnection(tx, { workspaceId })
    if (connection?.version !== version) return
    const claims = typeof person === 'string' ? {} : person.claims
    const shown = shownClaims.flatMap(name => (claims[name] === undefined ? [] : [[name, textOf(claims[name])]]))
    const problem =
      typeof person === 'string' ? person : judge(connection, await provenDomains(tx, workspaceId), person)
    const trial: Trial = {
      at: platform.clock.now().toISOString(),
      problem: problem ?? null,
      claims: Object.fromEntries(shown) as Record<string, string>,
    }
    await sql`update sso_connections set trial = ${JSON.stringify(trial)}::jsonb, trial_version = ${version}
      where workspace_id = ${workspaceId}`.execute(tx)
  })
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.toWellFormed().replaceAll('\0', '').slice(0, 300)
}
