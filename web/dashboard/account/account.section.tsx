import { useState } from 'react'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { LanguageSwitch } from '#web/parts/language/language-switch.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useSignOut } from '#web/parts/auth/sign-out.tsx'
import './account.css'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { DetailsForm } from './details-form.tsx'
import { EmailVerification } from './email-verification.tsx'
import { NotificationAddress } from './notification-address.tsx'
import { DataExport } from './data-export.tsx'
import { PasskeysPanel } from './passkeys/passkeys-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { useOnlyShop, usePerson } from '#web/parts/auth/person.ts'
import { SessionList } from './session-list.tsx'
import { ShopsPanel } from './shops-panel.tsx'
import { TwoStep } from './two-step.tsx'
import { ThemeSwitch } from '#web/parts/page/theme-switch.tsx'

export function AccountSection() {
  const texts = useTexts(dashboardTexts)
  const isShops = useOnlyShop() !== undefined
  return (
    <SectionPage title={texts.account}>
      <QueryState query={usePerson()} failed={texts.accountFailed} loading={texts.loading}>
        {person =>
          isShops ? (
            <div className="account">
              <div>
                <ShopSession email={person.email} />
                <Appearance />
              </div>
            </div>
          ) : (
            <div className="account">
              <div>
                <DetailsForm key={person.id} person={person} />
                <NotificationAddress person={person} />
                <PasskeysPanel />
                <TwoStep />
                <SessionList />
                <ShopsPanel />
                <Appearance />
              </div>
              <aside>
                <EmailVerification person={person} />
                <PasswordForm email={person.email} />
                <DataExport />
                <Leave email={person.email} />
              </aside>
            </div>
          )
        }
      </QueryState>
    </SectionPage>
  )
}

function Appearance() {
  const texts = useTexts(dashboardTexts)
  return (
    <section className="panel" aria-labelledby="appearance">
      <div className="panel-head">
        <h2 id="appearance">{texts.appearance}</h2>
      </div>
      <div className="panel-body">
        <div className="setting">
          <b>{texts.language}</b>
          <LanguageSwitch label={texts.language} />
        </div>
        <div className="setting">
          <b>{texts.theme}</b>
          <ThemeSwitch />
        </div>
      </div>
    </section>
  )
}

/** Opened by a shop's provider: the account itself is not at hand. */
function ShopSession({ email }: { email: string }) {
  const texts = useTexts(ssoTexts)
  const leave = useSignOut()
  return (
    <section className="panel panel-body" aria-labelledby="shop-session">
      <h2 id="shop-session">{texts.accountTitle}</h2>
      <p className="soft mt-1 mb-3">{fill(texts.accountText, { email })}</p>
      <Button icon="log-out" onClick={leave}>
        {texts.accountLeave}
      </Button>
    </section>
  )
}

function Leave({ email }: { email: string }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(accountTexts)
  const [deleting, setDeleting] = useState(false)
  const leave = useSignOut()
  return (
    <section className="panel panel-body" aria-labelledby="leave">
      <h2 id="leave">{texts.signOutTitle}</h2>
      <p className="soft mt-1 mb-3">{texts.signOutText}</p>
      <Button icon="log-out" onClick={leave}>
        {texts.signOutEverywhere}
      </Button>
      <p className="soft account-end">{words.deleteAccountText}</p>
      <Button look="danger-quiet" onClick={() => setDeleting(true)}>
        {words.deleteAccount}
      </Button>
      {deleting && <DeleteAccountDialog email={email} onClose={() => setDeleting(false)} />}
    </section>
  )
}
