import { Endpoint, Entity, type RunContext } from 'rtk-rest'

/** What this needs of the client of a service: any functions that return promises. */
export interface WeatherClient {
  forecast(city: string, options: { readonly signal?: AbortSignal }): Promise<object>
  subscribe(city: string, email: string): Promise<object>
}

class Forecast extends Entity {
  city = ''
  degrees = 0
  subscribers = 0
  static override key = 'Forecast'

  override pk(): string {
    return this.city
  }
}

export const createWeather = (client: WeatherClient) => ({
  getForecast: new Endpoint(
    function (this: { readonly context: RunContext }, { city }: { readonly city: string }) {
      const { signal } = this.context
      return client.forecast(city, signal ? { signal } : {})
    },
    { name: 'getForecast', schema: Forecast, dataExpiryLength: 600_000 },
  ),
  subscribe: new Endpoint(
    ({ city }: { readonly city: string }, email: string) => client.subscribe(city, email),
    { name: 'subscribe', schema: Forecast, sideEffect: true },
  ),
})
