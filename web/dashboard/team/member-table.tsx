import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { accessTexts } from '#shared/texts/team/access-texts.ts'
import { teamTexts } from '#shared/texts/team/team-texts.ts'
import type { Role } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Member } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { MemberSessionsDialog } from './member-sessions-dialog.tsx'
import { RemoveMemberDialog } from './remove-member.tsx'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

const goodForMs = 7 * 86_400_000

/** Oneself first, then by joining date; invitations last. */
export function MemberTable() {
  const texts = useTexts(teamTexts)
  const { members, me } = useCurrentWorkspace()
  const [removing, setRemoving] = useState<Member>()
  const [listing, setListing] = useState<Member>()
  const rows = members.toSorted((a, b) => rank(a, me) - rank(b, me) || (a.id < b.id ? -1 : 1))
  const admins = members.filter(member => member.role === 'admin' && member.status === 'active')
  const isLastAdmin = me?.role === 'admin' && admins.length === 1
  return (
    <section className="panel team-people" aria-label={texts.people}>
      <DataTable
        className="team-table"
        columns={[texts.person, texts.role, texts.status, texts.since]}
        actions={texts.actions}
      >
        {rows.map(member => (
          <MemberRow
            key={member.id}
            member={member}
            mine={member.id === me?.id}
            onSessions={() => setListing(member)}
            onRemove={member.id === me?.id && isLastAdmin ? undefined : () => setRemoving(member)}
          />
        ))}
      </DataTable>
      {isLastAdmin && (
        <p className="hint team-foot">
          {texts.lastAdmin}{' '}
          <Link className="link link-alone" to={addresses.account}>
            {texts.handOver}
          </Link>
        </p>
      )}
      {listing && <MemberSessionsDialog member={listing} onClose={() => setListing(undefined)} />}
      {removing && (
        <RemoveMemberDialog member={removing} mine={removing.id === me?.id} onClose={() => setRemoving(undefined)} />
      )}
    </section>
  )
}

function rank(member: Member, me: Member | undefined): number {
  return member.id === me?.id ? 0 : member.status === 'active' ? 1 : 2
}

type RowProps = { member: Member; mine: boolean; onSessions: () => void; onRemove: (() => void) | undefined }

function MemberRow({ member, mine, onSessions, onRemove }: RowProps) {
  const texts = useTexts(teamTexts)
  const access = useTexts(accessTexts)
  const times = useTimes()
  const pending = member.status === 'pending'
  const name = member.name || member.email
  const since = pending ? member.invited_at : member.joined_at
  return (
    <TableRow>
      <TableCell className="team-who">
        <span className="row gap-3">
          {pending ? (
            <span className="team-letter" aria-hidden="true">
              <Icon name="mail" size="sm" />
            </span>
          ) : (
            <Avatar name={name} kind={mine ? 'person' : 'contact'} />
          )}
          <span className="fill">
            <b>{name}</b> {mine && <span className="soft">{texts.you}</span>}
            {member.name && <span className="team-email soft">{member.email}</span>}
          </span>
        </span>
      </TableCell>
      <TableCell className="team-role">
        <RoleField member={member} name={name} />
      </TableCell>
      <TableCell className="team-status">
        <StatusChip member={member} />
      </TableCell>
      <TableCell className="team-since soft num">
        {since && fill(pending ? texts.invitedOn : texts.joinedOn, { date: times.date(since) })}
      </TableCell>
      <TableCell className="team-acts">
        <span className="row gap-1">
          {pending && <SendAgain member={member} />}
          {!pending && !mine && (
            <IconButton icon="monitor" label={fill(access.sessionsOf, { name })} onClick={onSessions} />
          )}
          {onRemove && <IconButton icon="trash" label={fill(texts.remove, { name })} onClick={onRemove} />}
        </span>
      </TableCell>
    </TableRow>
  )
}

function RoleField({ member, name }: { member: Member; name: string }) {
  const texts = useTexts(teamTexts)
  const { doing: asked, perform } = useAction({ onProblem: showErrorToast })
  const choose = (role: Role) =>
    perform(async () => {
      await call('POST /api/v1/members/:id/role', { params: { id: member.id }, body: { role } })
      showToast(fill(texts.roleChanged, { name, role: texts[role] }))
    }, role)
  return (
    <SelectField<Role>
      label={fill(texts.roleOf, { name })}
      labelHidden
      small
      value={(asked as Role | undefined) ?? member.role}
      options={[
        { value: 'admin', text: texts.admin },
        { value: 'member', text: texts.member },
      ]}
      onChoose={role => void choose(role)}
    />
  )
}

function StatusChip({ member }: { member: Member }) {
  const texts = useTexts(teamTexts)
  const now = useMoment()
  if (member.status === 'active')
    return (
      <Chip tone="ok" icon="circle-check">
        {texts.active}
      </Chip>
    )
  const left = Date.parse(member.invited_at ?? '') + goodForMs - now.getTime()
  if (left <= 0)
    return (
      <Chip tone="bad" icon="circle-x">
        {texts.over}
      </Chip>
    )
  const days = Math.ceil(left / 86_400_000)
  return (
    <Chip tone="warning" icon="clock">
      {days === 1 ? texts.pendingLast : fill(texts.pending, { days })}
    </Chip>
  )
}

function SendAgain({ member }: { member: Member }) {
  const texts = useTexts(teamTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function send() {
    await perform(async () => {
      await call('POST /api/v1/members/:id/invite-again', { params: { id: member.id } })
      showToast(fill(texts.sentAgain, { email: member.email }))
    })
  }
  return (
    <Button
      size="sm"
      busy={busy}
      aria-label={fill(texts.sendAgainTo, { email: member.email })}
      onClick={() => void send()}
    >
      {texts.sendAgain}
    </Button>
  )
}
