import { jsonContent, schemaOf } from './content.ts'
import { headOf, hasHead, type Listed, type Operation, operationOf, refusalName, templateOf } from './operation.ts'

export function openApiOf(title: string, url: string, listed: Listed[]): object {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const one of listed) {
    const path = templateOf(one.path)
    const operations = (paths[path] ??= {})
    operations[one.method.toLowerCase()] = operationOf(one)
    if (hasHead(one)) operations['head'] = headOf(one)
  }
  const { tree, named } = withNamed(paths)
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
    tags: [...new Map(listed.map(one => [one.part, one.protocol]))].map(([name, protocol]) => ({
      name,
      ...(protocol && { description: protocol.about }),
    })),
    paths: tree,
    components: {
      schemas: named,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
      },
      parameters: {
        workspace: {
          name: 'x-workspace',
          in: 'header',
          description: 'The workspace; may stay out for who belongs to one alone.',
          schema: { type: 'string', format: 'uuid' },
        },
        idempotency: {
          name: 'idempotency-key',
          in: 'header',
          description: 'The same key and input again gives the first answer again, for 48 hours.',
          schema: { type: 'string', maxLength: 255 },
        },
        range: {
          name: 'range',
          in: 'header',
          description: 'A part of it: `bytes=0-99` of a file, `0-24` of rows.',
          schema: { type: 'string' },
        },
      },
      responses: {
        ...refusalsOf(listed),
        error: {
          description: 'Refused or failed: `code` is of the catalogue, `message` for people.',
          content: jsonContent({
            type: 'object',
            properties: {
              error: {
                type: 'object',
                properties: {
                  code: { type: 'string' },
                  message: { type: 'string' },
                  details: { type: 'object', additionalProperties: true },
                },
                required: ['code', 'message', 'details'],
              },
            },
            required: ['error'],
          }),
        },
      },
    },
  }
}

function refusalsOf(listed: Listed[]): object {
  const protocols = new Map(listed.flatMap(({ protocol }) => (protocol ? [[protocol.name, protocol]] : [])))
  return Object.fromEntries(
    [...protocols.values()].map(({ name, refusal }) => [
      refusalName(name),
      {
        description: 'Refused or failed, in the words of Supabase: its client reads them.',
        content: jsonContent(schemaOf(refusal, 'output')),
      },
    ]),
  )
}

function withNamed(paths: object): { tree: unknown; named: Record<string, unknown> } {
  const named: Record<string, unknown> = {}
  const read = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) => {
        if (key === '$ref' && typeof inner === 'string') return inner.replace('#/$defs/', '#/components/schemas/')
        if (key !== '$defs') return inner
        for (const [name, schema] of Object.entries(inner as object)) named[name] ??= read(schema)
        return undefined
      }),
    )
  return { tree: read(paths), named }
}
