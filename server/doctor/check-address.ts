import { connect } from 'node:tls'
import { z } from 'zod'
import { days, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding } from './finding.ts'

const patienceMs = seconds(5)
const certificateMs = days(14)

/** Whether PUBLIC_URL leads to this very installation, and how long its certificate is valid. */
export async function checkAddress({ config, tokens, clock }: Platform): Promise<Finding[]> {
  const { publicUrl } = config
  const url = new URL(publicUrl)
  const reached = await isOurs(publicUrl, async () => (await tokens.jwks()).keys)
  const findings: Finding[] = [
    reached === 'ours'
      ? { name: 'Address', state: 'ok', text: `${publicUrl} leads here` }
      : {
          name: 'Address',
          state: 'bad',
          text:
            reached === 'others'
              ? `${publicUrl} leads to another program`
              : `${publicUrl} does not answer (${reached})`,
          advice:
            'Messenger, Zalo and visitors reach nobody. Look at DNS, the reverse proxy and the firewall, or mend PUBLIC_URL.',
        },
  ]
  if (url.protocol === 'http:')
    findings.push({
      name: 'TLS',
      state: 'look',
      text: `${publicUrl} has no https`,
      advice: 'Messenger and Zalo send only to https: put a reverse proxy with a certificate before it.',
    })
  else findings.push(await checkCertificate(url, clock.now()))
  return findings
}

const jwks = z.object({ keys: z.array(z.object({ kid: z.string().optional() })) })

async function isOurs(publicUrl: string, own: () => Promise<{ kid?: string }[]>): Promise<string> {
  try {
    const answer = await fetch(`${publicUrl}/auth/v1/.well-known/jwks.json`, {
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) return 'others'
    const { data } = jwks.safeParse(await answer.json())
    const ours = new Set((await own()).map(({ kid }) => kid))
    return data?.keys.some(({ kid }) => kid && ours.has(kid)) ? 'ours' : 'others'
  } catch (error) {
    if (error instanceof SyntaxError) return 'others'
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? message
  }
}

async function checkCertificate({ hostname, port }: URL, now: Date): Promise<Finding> {
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: patienceMs })
  try {
    const end = await new Promise<Date>((resolve, reject) => {
      socket.once('secureConnect', () => resolve(new Date(socket.getPeerCertificate().valid_to)))
      socket.once('timeout', () => reject(new Error('no answer')))
      socket.once('error', reject)
    })
    const isShort = end.getTime() - now.getTime() < certificateMs
    return {
      name: 'TLS',
      state: isShort ? 'bad' : 'ok',
      text: `the certificate holds until ${end.toISOString().slice(0, 10)}`,
      advice: 'Renew it, and see why that does not happen by itself.',
    }
  } catch (error) {
    return {
      name: 'TLS',
      state: 'bad',
      text: (error as Error).message,
      advice: 'Give the proxy a certificate that browsers trust.',
    }
  } finally {
    socket.destroy()
  }
}
