import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { failure } from '#platform/errors.ts'
import type { CallerOf } from '#platform/feature.ts'
import type { Platform } from '#platform/platform.ts'
import { proofQuery } from '#shared/contracts/customers/data-requests.contract.ts'
import { uploadList } from './imports/upload-list.ts'
import { openRequestProof } from './proofs/request-proof.ts'
import { openCustomerExport } from './rights/export-customer.ts'

const params = z.object({ id: z.uuid() })

// A HEAD request would be logged as a download.
const onlyGet = { exposeHeadRoute: false }

export function serveCustomerFiles(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void {
  app.get('/api/v1/customers/:id/export/file', onlyGet, async (request, reply) => {
    const caller = await callerOf(request, 'admin')
    const named = params.safeParse(request.params)
    if (!named.success) throw failure('request.not_found')
    const file = await openCustomerExport(platform, caller, named.data)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="customer-${named.data.id.slice(-8)}.zip"`)
      .send(file)
  })
  app.get('/api/v1/data-requests/:id/proof', onlyGet, async (request, reply) => {
    const caller = await callerOf(request, 'admin')
    const named = params.safeParse(request.params)
    const query = proofQuery.safeParse(request.query)
    if (!named.success || !query.success) throw failure('request.not_found')
    const { name, pdf } = await openRequestProof(platform, caller, { ...named.data, ...query.data })
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(pdf)
  })
  app.post('/api/v1/customers/imports', async (request, reply) => {
    const brought = await uploadList(platform, await callerOf(request, 'admin'), request)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .code(201)
      .send(brought)
  })
}
