import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Address, ApiPart, Endpoint, Sendable, Method, Taken } from '#shared/contracts/endpoint.ts'
import type { EventCatalogue, EventName } from '#shared/event-catalogue.ts'
import type { Caller } from './http/caller.ts'
import type { Tx } from './sql/database.ts'
import type { Job } from './jobs/claim-jobs.ts'
import type { Platform } from './platform.ts'

/** One part of the product: what it answers to, and with which action. Holds no logic. */
export type Feature = {
  name: string
  routes?: Route[]
  /** event → listener name → action. A listener bears the second delivery. */
  listens?: {
    [name in EventName]?: Record<string, (platform: Platform, payload: EventCatalogue[name]) => Promise<unknown>>
  }
  /**
   * event → name → action that belongs to the event's own transaction: what it writes is there with the fact or not at all.
   * Short, and it calls nothing foreign: the fact waits for it, and fails with it.
   */
  hears?: {
    [name in EventName]?: Record<
      string,
      (platform: Platform, tx: Tx, payload: EventCatalogue[name]) => Promise<unknown>
    >
  }
  /** job kind → action. An action bears being run twice. */
  jobs?: Record<string, (platform: Platform, payload: never, job: Job) => Promise<unknown>>
  /** timer name → how often (milliseconds) and what. */
  timers?: Record<string, { every: number; run(platform: Platform): Promise<unknown> }>
  /** What of `plugin` is part of the API. */
  described?: Described[]
  /** Addresses that are not JSON in and JSON out: uploads, streams, sockets, assets. */
  plugin?(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void | Promise<void>
}

/** Who makes this request; for plugins, which answer raw requests. @throws auth.…, workspace.… */
export type CallerOf = (request: FastifyRequest, who: Exclude<Who, 'anyone'>) => Promise<Caller>

/**
 * `operator`: who runs this installation (`people.is_operator`), in person and never by an API key. Such an action belongs to no
 * workspace: its caller names none, and its session has passed the second step.
 */
export type Who = 'anyone' | 'person' | 'member' | 'admin' | 'operator'

/** An address with all that others may know of it: what documentation and checks read. */
export type Described = {
  method: Method
  path: string
  who: Who
  /** Only with the second step given within 15 minutes: where money leaves. */
  fresh: boolean
  /** Open to the shop's own programs too, by a key of the API whose scope is enough for `who`. */
  keys: boolean
  /** It thinks, looks through everything, calls another server, or leaves what is kept for long: a workspace may ask for it so often and no more. */
  dear: boolean
  /** of a success */
  status: number
  endpoint: Endpoint
}

export type Route = Described & {
  run(platform: Platform, caller: Caller | undefined, input: never): Promise<unknown>
}

type Rules<W extends Who> = {
  who: W
  fresh?: boolean
  keys?: W extends 'member' | 'admin' ? boolean : false
  dear?: boolean
  status?: number
}

/**
 * Gives the function that leads addresses of one part of the API to their actions. Body, query and path parameters are checked and handed over
 * as one object; what the action returns fits the endpoint's `result`.
 *
 *     const route = routesOf(customersApi)
 *     route('POST /api/v1/customers/merge', { who: 'member' }, mergeCustomers)
 */
export function routesOf<Part extends ApiPart>(part: Part) {
  return <A extends keyof Part & Address, W extends Who>(
    address: A,
    rules: Rules<W>,
    run: (
      platform: Platform,
      caller: W extends 'anyone' ? Caller | undefined : Caller,
      input: Taken<Part[A], 'body'> & Taken<Part[A], 'query'> & Taken<Part[A], 'params'>,
    ) => Promise<Sendable<NonNullable<Part[A]>['result']>>,
  ): Route => ({ ...describe(part, address, rules), run: run as Route['run'] })
}

/** Of an address that a `plugin` answers: the same facts without the action. */
export function describe<Part extends ApiPart>(
  part: Part,
  address: keyof Part & Address,
  rules: Rules<Who>,
): Described {
  const [method, path] = address.split(' ') as [Method, string]
  const { who, fresh = false, keys = false, dear = false, status = 200 } = rules
  return { method, path, who, fresh, keys, dear, status, endpoint: part[address] as Endpoint }
}

/** All that a part of the product answers to, as others may know it. */
export function describedBy({ routes = [], described = [] }: Feature): Described[] {
  return [...routes, ...described]
}
