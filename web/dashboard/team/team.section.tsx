import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { teamTexts } from '#shared/texts/team/team-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useCounter } from '#web/parts/workspace/counter-use.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { AccessPanel } from './access-panel.tsx'
import { ApiKeysPanel } from './api-keys-panel.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { SsoPanel } from './sso/sso-panel.tsx'
import './team.css'

export function TeamSection() {
  const names = useTexts(dashboardTexts)
  const texts = useTexts(teamTexts)
  const { role } = useCurrentWorkspace()
  const [inviting, setInviting] = useState(false)
  const invite = (
    <Button look="filled" icon="user-plus" onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  )
  return (
    <SectionPage title={names.team} actions={role === 'admin' ? invite : undefined}>
      <AdminsOnly
        action={
          <Link className="link link-alone" to={addresses.account}>
            {texts.leaveAt}
          </Link>
        }
      >
        <div className="team-top">
          <p className="soft">{texts.lead}</p>
          <Seats />
        </div>
        <div className="team-columns">
          <MemberTable />
          <Rights />
        </div>
        <AccessPanel />
        <SsoPanel />
        <ApiKeysPanel />
        <AuditPanel />
        {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      </AdminsOnly>
    </SectionPage>
  )
}

function Seats() {
  const texts = useTexts(teamTexts)
  const { members } = useCurrentWorkspace()
  const limit = useCounter('members')?.limit
  const used = members.length
  return (
    <Chip tone={limit && used >= limit ? 'warning' : 'plain'}>
      {limit ? fill(texts.seats, { used, limit }) : fill(texts.seatsFree, { used })}
    </Chip>
  )
}

const tasks = [
  ['taskReply', true],
  ['taskTrain', true],
  ['taskStatistics', true],
  ['taskPauseOne', true],
  ['taskPauseAll', false],
  ['taskConfigure', false],
  ['taskTeam', false],
] as const

function Rights() {
  const texts = useTexts(teamTexts)
  return (
    <section className="panel team-rights" aria-labelledby="team-rights">
      <h2 id="team-rights">{texts.rights}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.task}</th>
            <th scope="col">{texts.admin}</th>
            <th scope="col">{texts.member}</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map(([task, everybody]) => (
            <tr key={task}>
              <th scope="row">{texts[task]}</th>
              <td>
                <Mark may />
              </td>
              <td>
                <Mark may={everybody} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Mark({ may }: { may: boolean }) {
  const texts = useTexts(teamTexts)
  return (
    <>
      {may ? <Icon name="check" size="sm" /> : <span aria-hidden="true">–</span>}
      <span className="unseen">{may ? texts.may : texts.mayNot}</span>
    </>
  )
}
