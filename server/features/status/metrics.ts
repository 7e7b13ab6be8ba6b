import { monitorEventLoopDelay } from 'node:perf_hooks'
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readHealth } from '#features/operations/read-health.ts'
import { seconds } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { requestBuckets, requestCounts } from '#platform/http/count-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { DeskHealth } from '#shared/contracts/operator.results.ts'
import { budgetsOf, readStatus, type Status } from './read-status.ts'

type Sample = { labels?: Record<string, string>; value: number; suffix?: string }
type Metric = { name: string; type: 'gauge' | 'counter' | 'histogram'; help: string; samples: Sample[] }

/** However often it is asked for, the database is read once in this time. */
const readMs = seconds(10)

/** `/metrics` in Prometheus’ text format, behind METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, platform: Platform): void {
  const { METRICS_TOKEN: token } = platform.config
  if (token === '') return
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => delay.disable())
  const read = readSparingly(platform)
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, token)) throw failure('auth.sign_in_needed')
    const text = writeMetrics([...processMetrics(platform, delay), ...(await read())])
    delay.reset()
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

function isAllowed(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Where the database does not answer, what the process knows of itself is still told. */
function readSparingly(platform: Platform): () => Promise<Metric[]> {
  let readAt = -Infinity
  let reading: Promise<Metric[]> = Promise.resolve([])
  return () => {
    const now = platform.clock.now().getTime()
    if (now - readAt < readMs && now >= readAt) return reading
    readAt = now
    reading = Promise.all([readHealth(platform), readStatus(platform)]).then(
      ([health, status]) => [
        one('sen_database_readable', 'Whether the database answered.', 1),
        ...facts(platform, health, status),
      ],
      (error: unknown) => {
        platform.log.warn({ error }, 'Metrics could not be read from the database')
        return [one('sen_database_readable', 'Whether the database answered.', 0)]
      },
    )
    return reading
  }
}

function processMetrics(platform: Platform, delay: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const { byClass, buckets, count, seconds: total } = requestCounts(platform)
  const { rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    one('process_resident_memory_bytes', 'Memory of the process.', rss),
    one('process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6, 'counter'),
    one('sen_process_uptime_seconds', 'Since the process began.', process.uptime()),
    one(
      'sen_event_loop_delay_seconds',
      'How late the 99th of a hundred turns came, since the last reading.',
      delay.percentile(99) / 1e9 || 0,
    ),
    {
      name: 'sen_http_requests_total',
      type: 'counter',
      help: 'Answered requests by class of status.',
      samples: ['2xx', '3xx', '4xx', '5xx'].map(kind => ({ labels: { status: kind }, value: byClass[kind] ?? 0 })),
    },
    {
      name: 'sen_http_request_seconds',
      type: 'histogram',
      help: 'Time to the end of the answer.',
      samples: [
        ...requestBuckets.map((le, at) => ({ suffix: '_bucket', labels: { le: String(le) }, value: buckets[at] ?? 0 })),
        { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
        { suffix: '_sum', value: total },
        { suffix: '_count', value: count },
      ],
    },
  ]
}

function facts(platform: Platform, { facts: all }: DeskHealth, status: Status): Metric[] {
  const named = (name: string) => all.filter(fact => fact.name === name)
  const count = (name: string) => named(name)[0]?.count ?? 0
  const now = platform.clock.now().getTime()
  const age = (at: string | null | undefined) => (at ? Math.max(0, (now - Date.parse(at)) / 1000) : 0)
  const budgets = budgetsOf(platform, status)
  const byComponent = (value: (budget: (typeof budgets)[number]) => number) =>
    budgets.map(budget => ({ labels: { component: budget.name }, value: value(budget) }))
  const channelValues = (value: 'count' | 'of') =>
    named('channels').map(fact => ({ labels: { kind: fact.text ?? '' }, value: fact[value] ?? 0 }))
  return [
    gauges(
      'sen_component_up',
      'Whether the last probe worked.',
      byComponent(({ works }) => (works ? 1 : 0)),
    ),
    gauges(
      'sen_component_failed_minutes',
      'Failed minutes of this month.',
      byComponent(({ failed }) => failed),
    ),
    gauges(
      'sen_error_budget_minutes',
      'Minutes that may fail in this month.',
      byComponent(({ budget }) => budget),
    ),
    one(
      'sen_open_incidents',
      'Incidents that are open.',
      status.incidents.filter(({ closed_at }) => !closed_at).length,
    ),
    one('sen_jobs_waiting', 'Jobs in the queue.', count('jobs')),
    one('sen_jobs_running', 'Jobs that run now.', named('jobs')[0]?.of ?? 0),
    one('sen_oldest_job_seconds', 'How long the oldest due job has waited.', age(named('jobs')[0]?.at)),
    one('sen_late_timers', 'Timers that are late.', count('timers')),
    one('sen_dead_letters', 'Jobs that were given up.', count('dead_letters')),
    one('sen_mails_waiting', 'Mails to be sent.', count('mail')),
    one('sen_failed_messages', 'Messages of the last 24 hours that could not be sent.', count('deliveries')),
    gauges('sen_channels', 'Connections by kind.', channelValues('of')),
    gauges('sen_channels_connected', 'Connections that work, by kind.', channelValues('count')),
    one('sen_database_bytes', 'Size of the database.', named('database')[0]?.bytes ?? 0),
    gauges(
      'sen_disk_free_bytes',
      'Free disk of DATA_DIR.',
      named('disk').map(fact => ({ value: fact.bytes ?? 0 })),
    ),
    gauges(
      'sen_disk_bytes',
      'Whole disk of DATA_DIR.',
      named('disk').map(fact => ({ value: fact.ofBytes ?? 0 })),
    ),
    gauges(
      'sen_backup_age_seconds',
      'Since the newest backup, by store.',
      named('backup').flatMap(({ at, text }) => (at ? [{ labels: { store: text ?? '' }, value: age(at) }] : [])),
    ),
  ]
}

function one(name: string, help: string, value: number, type: Metric['type'] = 'gauge'): Metric {
  return { name, type, help, samples: [{ value }] }
}

function gauges(name: string, help: string, samples: Sample[]): Metric {
  return { name, type: 'gauge', help, samples }
}

function writeMetrics(all: Metric[]): string {
  return all
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labels ? written(labels) : ''} ${value}`),
    ])
    .join('\n')
    .concat('\n')
}

function written(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return `{${pairs.join(',')}}`
}
