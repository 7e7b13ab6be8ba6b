import { z } from 'zod'
import { type Feature, route } from '#platform/feature.ts'
import { watchSource } from './fail-source.ts'
import { processSource } from './process-source.ts'
import { clearSource, removeSource } from './remove-source.ts'
import { retrySource } from './retry-source.ts'
import { uploadFile } from './upload-file.ts'

const params = z.object({ id: z.uuid() })

export const trainingFeature: Feature = {
  name: 'training',
  routes: [
    route('DELETE /api/v1/sources/:id', { who: 'member', params }, removeSource),
    route('POST /api/v1/sources/:id/retry', { who: 'member', params }, retrySource),
  ],
  jobs: {
    'process source': processSource,
    'watch source': watchSource,
    'clear source': clearSource,
  },
  plugin(app, platform, callerOf) {
    app.post('/api/v1/sources/files', async (request, reply) => {
      const { status, source } = await uploadFile(platform, await callerOf(request, 'member'), request)
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(source)
    })
  },
}
