import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskProof } from '#shared/contracts/operator.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useProofs } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'

/** A picture never starts a plan: an operator confirms that the money arrived. */
export function ProofPanel() {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const [asked, setAsked] = useState<{ proof: DeskProof; act: 'approve' | 'reject' }>()
  return (
    <DeskPanel title={texts.proofs} hint={texts.proofsHint} query={useProofs()} empty={texts.noProofs}>
      {proofs => (
        <>
          <ul>
            {proofs.map(proof => (
              <DeskItem
                key={proof.id}
                name={proof.workspace ?? texts.someWorkspace}
                amount={formatMoney(proof.due, 'VND', language)}
                text={fill(texts.proofMeta, { code: proof.memo_code, time: times.dateAndClock(proof.created_at) })}
              >
                {proof.due !== proof.amount && (
                  <Chip>
                    {fill(texts.missing, {
                      amount: formatMoney(proof.amount, 'VND', language),
                      due: formatMoney(proof.due, 'VND', language),
                    })}
                  </Chip>
                )}
                {proof.same_picture > 0 && (
                  <Chip tone="warning" icon="triangle-alert">
                    {fill(texts.samePicture, { count: proof.same_picture })}
                  </Chip>
                )}
                <span className="fill" />
                <Button
                  size="sm"
                  icon="eye"
                  aria-label={fill(texts.reviewOf, { name: proof.workspace ?? texts.someWorkspace })}
                  onClick={() => setAsked({ proof, act: 'approve' })}
                >
                  {texts.review}
                </Button>
              </DeskItem>
            ))}
          </ul>
          {asked?.act === 'approve' && (
            <ApproveProof
              proof={asked.proof}
              onClose={() => setAsked(undefined)}
              onReject={() => setAsked({ proof: asked.proof, act: 'reject' })}
            />
          )}
          {asked?.act === 'reject' && (
            <ActDialog
              title={fill(texts.rejectProofTitle, { name: asked.proof.workspace ?? texts.someWorkspace })}
              text={texts.rejectProofText}
              act={texts.reject}
              danger
              fields={[{ name: 'reason', label: texts.reason }]}
              address="POST /api/v1/operator/proofs/:id/reject"
              id={asked.proof.id}
              done={texts.rejected}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DeskPanel>
  )
}

function ApproveProof({ proof, onClose, onReject }: { proof: DeskProof; onClose(): void; onReject(): void }) {
  const texts = useTexts(operatorTexts)
  const name = proof.workspace ?? texts.someWorkspace
  return (
    <ActDialog
      title={fill(texts.approveTitle, { name })}
      text={texts.approveText}
      act={texts.approve}
      fields={[
        { name: 'amount', label: texts.amountSeen, amount: true },
        { name: 'booked_date', label: texts.dateSeen, type: 'date' },
        { name: 'reference', label: texts.referenceSeen },
      ]}
      address="POST /api/v1/operator/proofs/:id/approve"
      id={proof.id}
      done={fill(texts.approved, { name })}
      other={
        <Button look="danger-quiet" onClick={onReject}>
          {texts.reject}
        </Button>
      }
      onClose={onClose}
    >
      <ProofPicture id={proof.id} />
    </ActDialog>
  )
}

/** The link is valid for five minutes and each view is recorded, so it is fetched once, when the dialog opens. */
function ProofPicture({ id }: { id: string }) {
  const texts = useTexts(operatorTexts)
  const [isPicture, setPicture] = useState(true)
  const file = useQuery({
    queryKey: ['operator-proof', id],
    queryFn: () => call('GET /api/v1/operator/proofs/:id/file', { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const url = file.data?.url
  return (
    <div className="op-picture">
      {url && isPicture && <img src={url} alt={texts.picture} onError={() => setPicture(false)} />}
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className="row">
          <Icon name="external-link" size="sm" />
          {texts.openFile}
        </a>
      )}
      {!url && <span className="soft">{file.isError ? texts.loadFailed : texts.loading}</span>}
    </div>
  )
}
