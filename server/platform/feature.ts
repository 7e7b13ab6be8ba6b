import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { EventCatalogue, EventName } from '#shared/event-catalogue.ts'
import type { Caller } from './http/caller.ts'
import type { Tx } from './sql/database.ts'
import type { Job } from './jobs/jobs.ts'
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

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  /** Only with the second step given within 15 minutes: where money leaves. */
  fresh: boolean
  /** Open to the shop's own programs too, by a key of the API whose scope is enough for `who`. */
  keys: boolean
  /** It thinks, looks through everything, calls another server, or leaves what is kept for long: a workspace may ask for it so often and no more. */
  dear: boolean
  status: number
  body: z.ZodType | undefined
  query: z.ZodType | undefined
  params: z.ZodType | undefined
  run(platform: Platform, caller: Caller | undefined, input: never): Promise<unknown>
}

type Input<B, Q, P> = (B extends z.ZodType ? z.output<B> : unknown) &
  (Q extends z.ZodType ? z.output<Q> : unknown) &
  (P extends z.ZodType ? z.output<P> : unknown)

/**
 * An address and its action. Body, query and path parameters are checked and handed over as one object.
 * @param address 'POST /api/v1/bot/pause'
 */
export function route<
  W extends Who,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
>(
  address: `${Route['method']} /${string}`,
  rules: {
    who: W
    fresh?: boolean
    keys?: W extends 'member' | 'admin' ? boolean : false
    dear?: boolean
    status?: number
    body?: B
    query?: Q
    params?: P
  },
  run: (
    platform: Platform,
    caller: W extends 'anyone' ? Caller | undefined : Caller,
    input: Input<B, Q, P>,
  ) => Promise<unknown>,
): Route {
  const [method, path] = address.split(' ') as [Route['method'], string]
  return {
    method,
    path,
    who: rules.who,
    fresh: rules.fresh ?? false,
    keys: rules.keys ?? false,
    dear: rules.dear ?? false,
    status: rules.status ?? 200,
    body: rules.body,
    query: rules.query,
    params: rules.params,
    run: run as Route['run'],
  }
}
