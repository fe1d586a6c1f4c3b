import { stateHistoriesOfThree } from './support/stateHistoriesOfThree'

stateHistoriesOfThree(1, [56_276, 16_968], [1_482, 892])
