import type { Page } from 'playwright-core'

/** A device with a fingerprint reader, made by the browser itself. */
export type BrowserPasskeys = {
  /** Whether the finger is the owner's. */
  verifies(yes: boolean): Promise<void>
  /** Off: questions stay open, as while nobody touches the reader. */
  answers(yes: boolean): Promise<void>
  count(): Promise<number>
}

const device = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
  defaultBackupEligibility: true,
  defaultBackupState: true,
} as const

type Browser = {
  /** Off: it never offers a key by itself. A device that answers would take the offer before a button is pressed. */
  suggests?: boolean
}

export async function browserPasskeys(page: Page, { suggests = false }: Browser = {}): Promise<BrowserPasskeys> {
  if (!suggests)
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)')
  const line = await page.context().newCDPSession(page)
  await line.send('WebAuthn.enable')
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', { options: device })
  return {
    async verifies(yes) {
      await line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: yes })
    },
    async answers(yes) {
      await line.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: yes })
    },
    async count() {
      return (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
}
