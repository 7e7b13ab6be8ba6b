import type { Author, Transport } from '#widget/transport/transport.ts'

type SampleMessage = { author: Author; text: string; choices?: string[] }

export function staticTransport(samples: readonly SampleMessage[]): Transport {
  let count = samples.length
  const cursor = (at: number) => String(at).padStart(10, '0')
  return {
    start(listener) {
      listener.connection('online')
      listener.messages(
        samples.map((one, at) => ({
          id: `still-${at}`,
          cursor: cursor(at),
          ...one,
          created_at: new Date().toISOString(),
          ...(one.author === 'contact' && { client_id: `still-${at}` }),
        })),
        true,
      )
    },
    stop() {},
    send: ({ client_id: id }) => Promise.resolve({ id, cursor: cursor(count++) }),
    typing() {},
    read() {},
  }
}
