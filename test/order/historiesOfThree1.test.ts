import { stateHistoriesOfThree } from './support/stateHistoriesOfThree'

stateHistoriesOfThree(0, [33_627, 9_954], [963, 977])
