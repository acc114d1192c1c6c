import { compareWithReference } from '#tests/support/random/compare-with-reference.ts';
import { randomWorkflow } from '#tests/support/random/random-workflow.ts';
let bad=0;for(let i=0;i<200;i++){const p=await compareWithReference(randomWorkflow(571635307),new Map());if(p.length){bad++;console.log(i,p)}}
console.log('bad',bad);
const w=randomWorkflow(571635307);console.log(JSON.stringify(w.nodes.map(({id,type,parentId,config,options,join}:any)=>({id,type,parentId,config,options,join}))));console.log(w.edges.map(e=>`${e.source}.${e.sourceHandle}->${e.target}`).join(' '));
