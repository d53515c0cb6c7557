"""A training environment for the `verifiers` library, with the exact reward of every pick.

    pip install lastpick verifiers
    PYTHONPATH=examples vf-eval lastpick_taskset --model MODEL --client.base-url URL -n 12 \\
        --no-push --env.agent.harness.id null --env.agent.runtime.type subprocess

Each task is a position in which the choice matters, and the reward is 1 for a pick that keeps the
win and 0 for anything else: a pick that throws it away, an illegal one, an answer that cannot be
read. The positions are a private suite, made from `--env.taskset.seed`: none of them is in a
frozen suite, which therefore still measures whoever was trained here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import verifiers.v1 as vf

from lastpick.evaluation import prompt, score
from lastpick.evaluation.suite import Suite, open_suite

__all__ = ["LastpickTaskset"]


class LastpickConfig(vf.TasksetConfig):
    suite: str = "standard"  # whose make-up
    seed: int = 1


class PickData(vf.TaskData):
    suite: str
    seed: int


class PickTask(vf.Task[PickData]):
    @vf.reward
    async def kept(self, trace: vf.Trace) -> float:
        """1 if the pick keeps the win, by the exact solver."""
        item = made(self.data.suite, self.data.seed).find(self.data.id or "")
        return float(score(item, trace.last_reply).kept)


class LastpickTaskset(vf.Taskset[PickTask, LastpickConfig]):
    def load(self) -> Iterator[PickTask]:
        name, seed = self.config.suite, self.config.seed
        for item in (suite := made(name, seed)).items:
            asked, known = prompt(item), {"id": suite.id_of(item), "suite": name, "seed": seed}
            data = PickData(system_prompt=asked.system, prompt=asked.user, **known)
            yield PickTask(data, self.config.task)


@cache
def made(suite: str, seed: int) -> Suite:
    return open_suite(suite, seed)
