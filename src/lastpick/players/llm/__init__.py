"""`llm:MODEL`: language models behind OpenAI-compatible endpoints."""
