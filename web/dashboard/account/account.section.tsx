import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Segmented } from '#web/kit/segmented.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { LanguageSwitch } from '#web/parts/language-switch.tsx'
import { SectionPage } from '#web/parts/section-page.tsx'
import { useSignOut } from '#web/parts/sign-out.tsx'
import { useTheme } from '#web/parts/theme.ts'
import './account.css'
import { DetailsForm } from './details-form.tsx'
import { EmailState } from './email-state.tsx'
import { EndOtherSessions } from './end-other-sessions.tsx'
import { NotificationAddress } from './notification-address.tsx'
import { PasswordForm } from './password-form.tsx'
import { usePerson } from '#web/parts/person.ts'
import { TwoStep } from './two-step.tsx'

/** Who one is, how one signs in, and how Sen looks to oneself. */
export function AccountSection() {
  const texts = useTexts(dashboardTexts)
  const person = usePerson()
  return (
    <SectionPage title={texts.account}>
      {person.isError && !person.data ? (
        <ErrorState
          title={texts.accountFailed}
          text={messageOf(person.error)}
          retry={{ text: texts.retry, run: () => void person.refetch() }}
        />
      ) : !person.data ? (
        <SkeletonRows rows={3} label={texts.loading} />
      ) : (
        <div className="account">
          <div>
            <DetailsForm key={person.data.id} person={person.data} />
            <NotificationAddress person={person.data} />
            <TwoStep />
            <Appearance />
          </div>
          <aside>
            <EmailState person={person.data} />
            <PasswordForm email={person.data.email} />
            <Leave />
          </aside>
        </div>
      )}
    </SectionPage>
  )
}

function Appearance() {
  const texts = useTexts(dashboardTexts)
  const theme = useTheme()
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
          <Segmented
            label={texts.theme}
            value={theme.choice}
            onChoose={theme.choose}
            options={[
              { value: 'system', text: texts.themeSystem },
              { value: 'light', text: texts.themeLight },
              { value: 'dark', text: texts.themeDark },
            ]}
          />
        </div>
      </div>
    </section>
  )
}

function Leave() {
  const texts = useTexts(dashboardTexts)
  const leave = useSignOut()
  return (
    <section className="panel panel-body" aria-labelledby="leave">
      <h2 id="leave">{texts.signOutTitle}</h2>
      <p className="soft mt-1 mb-3">{texts.signOutText}</p>
      <div className="row flex-wrap">
        <EndOtherSessions />
        <Button icon="log-out" onClick={leave}>
          {texts.signOutEverywhere}
        </Button>
      </div>
    </section>
  )
}
