import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hours, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { sealed } from '#platform/http/sealed-reply.ts'
import { addLink } from './links/add-link.ts'
import { cancelSource } from './sources/cancel-source.ts'
import { changeLink } from './links/change-link.ts'
import { compareLater, compareSources } from './sources/compare-sources.ts'
import { removeFile } from './knowledge/drop-new-version.ts'
import { exportPairs } from './pairs/export-pairs.ts'
import { watchSource } from './processing/fail-source.ts'
import { forgetVersions } from './knowledge/forget-versions.ts'
import { bumpKnowledge } from './knowledge/knowledge-version.ts'
import { saveStarters } from './knowledge/save-starters.ts'
import { importPairs } from './pairs/import-pairs.ts'
import { readExam } from './knowledge/read-exam.ts'
import { confirmLine } from './facts/confirm-line.ts'
import { countFacts } from './facts/count-understood.ts'
import { readFacts } from './facts/read-facts.ts'
import { fetchPage, watchLink } from './links/fetch-page.ts'
import { searchPassages } from './search/search-passages.ts'
import { decideLines } from './photos/decide-lines.ts'
import { readCustomerPictures, readPicturesLater } from './photos/read-customer-pictures.ts'
import { openPage, readLines } from './photos/read-photo.ts'
import { publishLines } from './photos/publish-lines.ts'
import { processSource } from './processing/process-source.ts'
import { clearSource } from './sources/clear-source.ts'
import { clearUnimported } from './sources/clear-unimported.ts'
import { removeSource } from './sources/remove-source.ts'
import { replaceFile } from './sources/replace-file.ts'
import { resyncDue } from './links/resync-due.ts'
import { resyncSource } from './links/resync-source.ts'
import { retrySource } from './sources/retry-source.ts'
import { importQuery } from '#shared/contracts/training/training.api.ts'
import { uploadFile, type Uploaded } from './sources/upload-file.ts'
import { trainingApi } from '#shared/contracts/training/training.api.ts'

const route = routesOf(trainingApi)

const params = z.object({ id: z.uuid() })
const pageParams = params.extend({ page: z.coerce.number().int().min(1).max(100) })

export const trainingFeature: Feature = {
  name: 'training',
  routes: [
    route('POST /api/v1/sources/links', { who: 'member', status: 201 }, addLink),
    route('GET /api/v1/facts', { who: 'member', costly: true }, readFacts),
    route('GET /api/v1/facts/counts', { who: 'member', costly: true }, countFacts),
    route('PUT /api/v1/facts/confirmed', { who: 'member', costly: true }, confirmLine),
    route('GET /api/v1/exam', { who: 'member', costly: true }, readExam),
    route('POST /api/v1/passages/find', { who: 'member', costly: true }, searchPassages),
    route('PATCH /api/v1/sources/:id', { who: 'member' }, changeLink),
    route('POST /api/v1/sources/:id/resync', { who: 'member' }, resyncSource),
    route('POST /api/v1/sources/:id/cancel', { who: 'member' }, cancelSource),
    route('DELETE /api/v1/sources/:id', { who: 'member' }, removeSource),
    route('GET /api/v1/sources/:id/lines', { who: 'member' }, readLines),
    route('PATCH /api/v1/sources/:id/lines', { who: 'member' }, decideLines),
    route('POST /api/v1/sources/:id/retry', { who: 'member' }, retrySource),
  ],
  jobs: {
    'process source': processSource,
    'publish lines': publishLines,
    'read customer pictures': readCustomerPictures,
    'watch source': watchSource,
    'fetch page': fetchPage,
    'watch link': watchLink,
    'clear source': clearSource,
    'clear unimported': clearUnimported,
    'remove file': removeFile,
    'compare sources': compareSources,
  },
  onEmit: {
    'knowledge.changed': { 'compare later': compareLater },
    'wordings.erased': {
      'change the knowledge': (platform, tx, { workspace_id: id }) => bumpKnowledge(platform, tx, id, { by: null }),
    },
    'picture.received': { 'read pictures later': readPicturesLater },
  },
  listens: { 'knowledge.changed': { 'save starters': saveStarters } },
  timers: {
    'resync links': { every: minutes(1), run: resyncDue },
    'forget versions': { every: hours(1), run: forgetVersions },
  },
  described: [
    describe(trainingApi, 'POST /api/v1/sources/files', { who: 'member', status: 201 }),
    describe(trainingApi, 'PUT /api/v1/sources/:id/file', { who: 'member', status: 202 }),
    describe(trainingApi, 'GET /api/v1/sources/:id/pages/:page', { who: 'member' }),
    describe(trainingApi, 'POST /api/v1/sources/pairs/import', { who: 'member' }),
    describe(trainingApi, 'GET /api/v1/sources/pairs/export', { who: 'member' }),
  ],
  plugin(app, platform, callerOf) {
    app.post('/api/v1/sources/files', async (request, reply) =>
      send(reply, await uploadFile(platform, await callerOf(request, 'member'), request)),
    )
    app.put('/api/v1/sources/:id/file', async (request, reply) =>
      send(reply, await replaceFile(platform, await callerOf(request, 'member'), sourceOf(request), request)),
    )
    app.get('/api/v1/sources/:id/pages/:page', async (request, reply) => {
      const caller = await callerOf(request, 'member')
      const page = pageParams.safeParse(request.params)
      if (!page.success) throw failure('request.not_found')
      const { mime, content } = await openPage(platform, caller, page.data)
      return sealed(reply).header('content-type', mime).header('x-content-type-options', 'nosniff').send(content)
    })
    app.post('/api/v1/sources/pairs/import', async (request, reply) => {
      const caller = await callerOf(request, 'member')
      const query = importQuery.safeParse(request.query)
      if (!query.success) throw failure('request.invalid')
      return sealed(reply).send(await importPairs(platform, caller, request, query.data.how))
    })
    app.get('/api/v1/sources/pairs/export', { exposeHeadRoute: false }, async (request, reply) => {
      const csv = await exportPairs(platform, await callerOf(request, 'member'))
      return sealed(reply)
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="pairs.csv"')
        .header('x-content-type-options', 'nosniff')
        .send(csv)
    })
  },
}

function sourceOf(request: FastifyRequest): string {
  const read = params.safeParse(request.params)
  if (!read.success) throw failure('request.not_found')
  return read.data.id
}

function send(reply: FastifyReply, { status, source }: Uploaded): FastifyReply {
  return sealed(reply).code(status).send(source)
}
