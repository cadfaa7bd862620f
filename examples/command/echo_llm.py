"""A language model that says back what it was told, a word at a time. Needs nothing but Python."""

import engine


class Echo:
    def reply(self, messages):
        words = messages[-1]["content"].split() or ["nothing"]
        yield "You said:"
        for word in words:
            yield " " + word
        yield "."


engine.serve(Echo())
