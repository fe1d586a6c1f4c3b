import { useState, useTransition } from 'react'
import { Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Train extends Entity {
  id = ''
  to = ''
  platform = ''
  static override key = 'Train'
}

export const TrainResource = resource({
  urlPrefix: API,
  path: '/trains/:id',
  schema: Train,
  searchParams: {} as { readonly platform: string },
})

const PLATFORMS = ['1', '2', '3']

export function Station() {
  const [platform, setPlatform] = useState('1')
  const [isPending, startTransition] = useTransition()
  return (
    <>
      {PLATFORMS.map((tab) => (
        <button
          key={tab}
          role="tab"
          aria-selected={tab === platform}
          onClick={() => startTransition(() => setPlatform(tab))}
        >
          Platform {tab}
        </button>
      ))}
      <section aria-busy={isPending}>
        <AsyncBoundary fallback="Loading …">
          <Trains platform={platform} />
        </AsyncBoundary>
      </section>
    </>
  )
}

function Trains({ platform }: { readonly platform: string }) {
  const trains = useSuspense(TrainResource.getList, { platform })
  return trains.map(({ id, to }) => <p key={id}>{to}</p>)
}
