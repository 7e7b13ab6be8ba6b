import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Address, ApiPart, Endpoint, Sendable, Method, Taken } from '#shared/contracts/endpoint.ts'
import type { EventCatalogue, EventName } from '#shared/event-catalogue.ts'
import type { Caller } from './http/caller.ts'
import type { Tx } from './sql/database.ts'
import type { Job } from './jobs/claim-jobs.ts'
import type { Platform } from './platform.ts'

export type Feature = {
  name: string
  routes?: Route[]
  /**
   * event → listener name → action. Must tolerate being delivered twice. Both names are stored with what waits: renaming one takes a
   * migration of `private.jobs` and `dead_letters`.
   */
  listens?: {
    [name in EventName]?: Record<string, (platform: Platform, payload: EventCatalogue[name]) => Promise<unknown>>
  }
  /** event → name → action in the event's transaction: short and without external calls, because the fact fails with it. No job waits. */
  onEmit?: {
    [name in EventName]?: Record<
      string,
      (platform: Platform, tx: Tx, payload: EventCatalogue[name]) => Promise<unknown>
    >
  }
  /** job kind → action. Must tolerate being run twice. Renaming a kind: as above. */
  jobs?: Record<string, (platform: Platform, payload: never, job: Job) => Promise<unknown>>
  timers?: Record<string, { every: number; run(platform: Platform): Promise<unknown> }>
  described?: Described[]
  plugin?(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void | Promise<void>
}

/** @throws auth.…, workspace.… */
export type CallerOf = (request: FastifyRequest, who: Exclude<Who, 'anyone'>) => Promise<Caller>

/** `operator`: runs this installation (`people.is_operator`), in person, second step passed; never an API key, and no workspace. */
export type Who = 'anyone' | 'person' | 'member' | 'admin' | 'operator'

/** Of Supabase's protocol: a program with the installation's public key, or with its secret one. */
export type Program = 'public-key' | 'secret-key'

export type Described = {
  method: Method
  path: string
  who: Who | Program
  /** Needs the second step within 15 minutes: where money leaves. */
  fresh: boolean
  /** Also open to API keys whose scope suffices for `who`. */
  keys: boolean
  /** Expensive: limited per workspace. */
  costly: boolean
  /** Of a person: also for a session that a workspace's provider opened, which has no say over the account. */
  shops?: boolean
  status: number
  endpoint: Endpoint
  /** The protocol, if it is not ours: its name, and what its refusals look like. */
  protocol?: Protocol
  /** The result of this one request in that content type, where it can be foretold more exactly; only tests ask. */
  resultFor?(request: FastifyRequest, type: string): z.ZodType
}

/** `about`: one English sentence or two, for the documentation. */
export type Protocol = { name: string; about: string; refusal: z.ZodType }

export type Route = Described & {
  who: Who
  run(platform: Platform, caller: Caller | undefined, input: never): Promise<unknown>
}

type Rules<W extends Who> = {
  who: W
  fresh?: boolean
  keys?: W extends 'member' | 'admin' ? boolean : false
  costly?: boolean
  shops?: W extends 'person' ? boolean : false
  status?: number
}

export function routesOf<Part extends ApiPart>(part: Part) {
  return <A extends keyof Part & Address, W extends Who>(
    address: A,
    rules: Rules<W>,
    run: (
      platform: Platform,
      caller: W extends 'anyone' ? Caller | undefined : Caller,
      input: Taken<Part[A], 'body'> & Taken<Part[A], 'query'> & Taken<Part[A], 'params'>,
    ) => Promise<Sendable<NonNullable<Part[A]>['result']>>,
  ): Route => ({ ...describe(part, address, rules), who: rules.who, run: run as Route['run'] })
}

export function describe<Part extends ApiPart>(
  part: Part,
  address: keyof Part & Address,
  rules: Rules<Who>,
): Described {
  const [method, path] = address.split(' ') as [Method, string]
  const { who, fresh = false, keys = false, costly = false, shops = false, status = 200 } = rules
  return { method, path, who, fresh, keys, costly, shops, status, endpoint: part[address] as Endpoint }
}

/** What a plugin answers in another's protocol. @param statuses of what is done, where it is not 200 */
export function describeAll<Part extends ApiPart>(
  part: Part,
  protocol: Protocol,
  who: Described['who'],
  statuses: { [A in keyof Part]?: number } = {},
): Described[] {
  return (Object.keys(part) as (keyof Part & Address)[]).map(address => ({
    ...describe(part, address, { who: 'anyone', status: statuses[address] ?? 200 }),
    who,
    protocol,
  }))
}

export function describedBy({ routes = [], described = [] }: Feature): Described[] {
  return [...routes, ...described]
}
