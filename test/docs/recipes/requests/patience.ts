import { RestEndpoint } from 'rtk-rest'
import { API } from '../api'

export const getRates = new RestEndpoint({
  urlPrefix: API,
  path: '/rates/:day',
  timeout: 5_000, // for each try, its body included
  retry: 3, // after the first try: 300 ms, 600 ms, 1.2 s later, each up to twice as long by chance
})

export const sendOrder = new RestEndpoint({
  urlPrefix: API,
  path: '/orders',
  method: 'POST',
  body: {} as { readonly id: string; readonly amount: number },
  // A POST may have been carried out although no answer came: only you know that twice does no harm.
  retry: { retries: 5, minDelay: 100, maxDelay: 2_000, methods: ['POST'] },
})
