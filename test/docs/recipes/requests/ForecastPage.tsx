import { useMutation, useSuspense } from 'rtk-rest/react'
import type { createWeather } from './weather'

interface Props {
  readonly weather: ReturnType<typeof createWeather>
  readonly city: string
}

export function ForecastPage({ weather, city }: Props) {
  const { degrees, subscribers } = useSuspense(weather.getForecast, { city })
  const [subscribe, { isLoading, error }] = useMutation(weather.subscribe)
  return (
    <>
      <p>
        {city}: {degrees} °C, {subscribers} subscribers
      </p>
      <button disabled={isLoading} onClick={() => void subscribe({ city }, 'ada@example.com')}>
        Subscribe
      </button>
      {error && <p role="alert">Not subscribed.</p>}
    </>
  )
}
